/** A bar on standard error, where that is a terminal. */
export interface Progress {
  show(done: number, of: number): void;
}

const terminal = process.stderr;

export function startProgress(): Progress | undefined {
  if (!terminal.isTTY) return undefined;
  const began = performance.now();
  return {
    show(done, of) {
      const left = done === 0 ? undefined : ((performance.now() - began) * (of - done)) / done;
      terminal.write(`\r${line(done, of, left, terminal.columns || 80)}\x1b[K`);
    },
  };
}

/** Leaves the terminal as it was before. */
export function clearProgress(): void {
  if (terminal.isTTY) terminal.write("\r\x1b[K");
}

const widest = 30;

/** As much as has room in a line: the bar goes first, then the time that is left. */
function line(done: number, of: number, left: number | undefined, columns: number): string {
  const percent = `${String(Math.floor((100 * done) / of)).padStart(3)} %`;
  const trials = ` ${done} of ${of} trials`;
  const time = left === undefined ? "" : `, ${timeText(left)} left`;
  const room = columns - 1 - percent.length - trials.length;
  const width = Math.min(widest, room - time.length - 3);
  if (room < 0) return percent;
  if (width < 5) return percent + trials + (time.length <= room ? time : "");
  const filled = Math.floor((width * done) / of);
  return `${percent} [${"#".repeat(filled)}${"-".repeat(width - filled)}]${trials}${time}`;
}

function timeText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
