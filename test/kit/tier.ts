/** The nightly run tries every seed, width and fault; the run of a change tries some of each. */
export const isNight: boolean = process.env.TEST_TIER === 'night';

/** At night this is the whole list, and otherwise `count` of its elements, evenly spaced. */
export const someOf = <T>(all: readonly T[], count: number): T[] =>
  isNight || all.length <= count ? [...all] : Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);

/** A test of the nightly run: the run of a change does not have it. */
export function atNight(title: string, test: () => Promise<void> | void): void {
  if (isNight) it(title, test);
}
export function describeAtNight(title: string, tests: () => void): void {
  if (isNight) describe(title, tests);
}
