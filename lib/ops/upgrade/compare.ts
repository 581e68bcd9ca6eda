import type { Answers } from './questions.ts';

/** Two runs of one version differ here: by their time, their port or a random text. */
export const varying = '(varies)';

export function steadyPart(first: unknown, second: unknown): unknown {
  if (JSON.stringify(first) === JSON.stringify(second)) return first;
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return first.map((value, at) => steadyPart(value, second[at]));
  if (isRecord(first) && isRecord(second))
    return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, steadyPart(value, second[name])]));
  return varying;
}

/** A later version may add fields, and columns of CSV. It may lose and change nothing. */
export function differencesOf(recorded: unknown, actual: unknown, path = ''): string[] {
  if (recorded === varying || recorded === actual) return [];
  if (Array.isArray(recorded) && Array.isArray(actual))
    return isCsv(recorded) && isCsv(actual)
      ? differencesOf(rowsOf(recorded), rowsOf(actual), path)
      : differencesOfLists(recorded, actual, path);
  if (isRecord(recorded) && isRecord(actual))
    return Object.entries(recorded).flatMap(([name, value]) => differencesOf(value, actual[name], `${path}.${name}`));
  return [`${path}: ${shown(actual)} instead of ${shown(recorded)}`];
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 200);

function differencesOfLists(recorded: readonly unknown[], actual: readonly unknown[], path: string): string[] {
  if (recorded.length === actual.length) return recorded.flatMap((value, at) => differencesOf(value, actual[at], `${path}[${at}]`));
  let at = 0;
  for (const value of actual) if (at < recorded.length && differencesOf(recorded[at], value).length === 0) at++;
  const isSubset = at === recorded.length;
  return [
    isSubset
      ? `${path}: ${actual.length - recorded.length} entries more`
      : `${path}: ${actual.length} entries instead of ${recorded.length}, of which ${shown(recorded[at])} is missing`,
  ];
}

const isCsv = (lines: readonly unknown[]): lines is string[] =>
  typeof lines[0] === 'string' && lines[0].includes(',') && lines.every((line) => typeof line === 'string');

/** A quoted cell may contain commas. */
const cellsOf = (line: string) => line.trimEnd().match(/("([^"]|"")*"|[^,])*(,|$)/g) ?? [];

function rowsOf([head = '', ...lines]: readonly string[]): Record<string, string>[] {
  const names = cellsOf(head).map((cell) => cell.replace(/,$/, ''));
  return lines.map((line) => {
    const cells = cellsOf(line).map((cell) => cell.replace(/,$/, ''));
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

export type Correction = { question: RegExp; field: RegExp; reason: string };

export type Compared = {
  answers: number;
  differences: string[];
  /** The number of values by the reason of their correction. */
  corrected: Map<string, number>;
};

export function compared(recorded: Answers, actual: Answers, corrections: readonly Correction[]): Compared {
  const result: Compared = { answers: 0, differences: [], corrected: new Map() };
  for (const [question, answer] of Object.entries(recorded)) {
    result.answers++;
    for (const difference of differencesOf(answer, actual[question])) {
      const correction = corrections.find(({ question: asked, field }) => asked.test(question) && field.test(difference));
      if (correction) result.corrected.set(correction.reason, (result.corrected.get(correction.reason) ?? 0) + 1);
      else result.differences.push(`${question} ${difference}`);
    }
  }
  return result;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
