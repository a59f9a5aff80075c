import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Rows of RGB pixels, three bytes each. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The chunks of a PNG file, those of one name joined. */
function chunk(png: Buffer, name: string): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === name) {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** Reads what browsers write: 8 bits a channel, with or without alpha, not interlaced. */
function decode(png: Buffer): Picture {
  const header = chunk(png, "IHDR");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : 3;
  const raw = inflateSync(chunk(png, "IDAT"));
  const stride = width * channels;
  const rgb = new Uint8Array(width * height * 3);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] as number;
    const row = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : (row[i - channels] as number);
      const up = above[i] as number;
      const corner = i < channels ? 0 : (above[i - channels] as number);
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      row[i] = (row[i] as number) + (guesses[filter] as number);
    }
    for (let x = 0; x < width; x++) {
      rgb.set(row.subarray(x * channels, x * channels + 3), (y * width + x) * 3);
    }
    above = row;
  }
  return { width, height, rgb };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((x) => Math.abs(guess - x)) as [number, number, number];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/**
 * At most 256 colours for a picture of few. Colours that agree in the upper five bits of each channel share a place,
 * so that the many greys of its letters leave room for the tints; the most frequent of them stands for all.
 */
function palette({ rgb }: Picture): { colours: number[][]; nearest(at: number): number } {
  const counts = new Map<number, number>();
  const colourAt = (at: number) =>
    ((rgb[at] as number) << 16) | ((rgb[at + 1] as number) << 8) | (rgb[at + 2] as number);
  for (let at = 0; at < rgb.length; at += 3) {
    counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  }
  const places = new Map<number, { colour: number; count: number }>();
  for (const [colour, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    const place = places.get(colour & 0xf8f8f8) ?? { colour, count: 0 };
    place.count += count;
    places.set(colour & 0xf8f8f8, place);
  }
  const frequent = [...places.values()].sort((a, b) => b.count - a.count).slice(0, 256);
  const colours = frequent.map(({ colour }) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  const known = new Map<number, number>();
  const search = (at: number) => {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    colours.forEach((colour, index) => {
      const distance = colour.reduce((sum, c, i) => sum + (c - (rgb[at + i] as number)) ** 2, 0);
      if (distance < least) [best, least] = [index, distance];
    });
    known.set(colourAt(at), best);
    return best;
  };
  return { colours, nearest: (at) => known.get(colourAt(at)) ?? search(at) };
}

/** The same picture as a PNG with a palette, a third of the size for a page of text and drawings. */
export function withPalette(png: Uint8Array): Buffer {
  const picture = decode(Buffer.from(png));
  const { width, height } = picture;
  const { colours, nearest } = palette(picture);
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + 1 + x] = nearest((y * width + x) * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    encodeChunk("IHDR", header),
    encodeChunk("PLTE", Buffer.from(colours.flat())),
    encodeChunk("IDAT", deflateSync(rows, { level: 9 })),
    encodeChunk("IEND", Buffer.alloc(0)),
  ]);
}

function encodeChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
