import type { Outcome, Result } from "./event.js";
import { type Goal, goals } from "./goals.js";
import { median } from "./rounds.js";

/** A goal as measured in one place. */
export interface Mark {
  readonly goal: Goal;
  readonly where: Outcome["where"];
  /** The worst over the goal's events. */
  readonly ratio: number;
  /** The event where it is worst. */
  readonly worst: string;
  readonly floor: "pass" | "short";
  /** "met", or what part of the goal is reached. */
  readonly reached: string;
}

/** Work a second in each round. */
const rates = ({ work, seconds }: Result) => seconds.map((time) => work / time);

/**
 * How many times as fast the first is: the median over the rounds both took part in. Runs of one round lie within a
 * fraction of a second of each other, so that the machine's moods cancel.
 */
export function ratio(outcome: Outcome, of: string, against: string): number | undefined {
  const named = (name: string) => outcome.results.find(({ contestant }) => contestant === name);
  const [one, other] = [named(of), named(against)];
  if (!one || !other) return undefined;
  const others = rates(other);
  return median(
    rates(one)
      .slice(0, others.length)
      .map((rate, round) => rate / (others[round] as number)),
  );
}

/** The goals that these outcomes say something about. */
export function marks(outcomes: readonly Outcome[], where: Outcome["where"]): Mark[] {
  return goals.flatMap((goal) => mark(goal, outcomes, where) ?? []);
}

function mark(goal: Goal, outcomes: readonly Outcome[], where: Outcome["where"]): Mark | undefined {
  const measured = outcomes
    .filter((outcome) => outcome.where === where && goal.events.includes(outcome.id))
    .flatMap((outcome) => {
      const value = ratio(outcome, goal.of, goal.against);
      return value === undefined ? [] : [{ value, worst: outcome.title }];
    })
    .sort((x, y) => (goal.below ? y.value - x.value : x.value - y.value));
  if (measured[0] === undefined) return undefined;
  const { value, worst } = measured[0];
  const within = (mark: number) => (goal.below ? value <= mark : value >= mark);
  const part = goal.below ? goal.goal / value : value / goal.goal;
  return {
    goal,
    where,
    ratio: value,
    worst,
    floor: within(goal.floor) ? "pass" : "short",
    reached: within(goal.goal) ? "met" : `${Math.floor(100 * part)} %`,
  };
}
