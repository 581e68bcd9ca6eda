import type { Answers } from './answers.ts';

/** Two runs of one version differ here: by their time, their port or a random text. */
export const varying = '(varies)';

export function steadyPart(first: unknown, second: unknown): unknown {
  if (JSON.stringify(first) === JSON.stringify(second)) return first;
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return first.map((value, at) => steadyPart(value, second[at]));
  if (isRecord(first) && isRecord(second))
    return Object.fromEntries(
      Object.entries(first).map(([name, value]) => [name, steadyPart(value, second[name])]),
    );
  return varying;
}

/** A later version may add fields and, at the end of a line of CSV, columns. It may lose and change nothing. */
export function differencesOf(recorded: unknown, actual: unknown, path = ''): string[] {
  if (recorded === varying || recorded === actual) return [];
  if (Array.isArray(recorded) && Array.isArray(actual)) {
    if (recorded.length !== actual.length)
      return [`${path}: ${actual.length} entries instead of ${recorded.length}`];
    return recorded.flatMap((value, at) => differencesOf(value, actual[at], `${path}[${at}]`));
  }
  if (isRecord(recorded) && isRecord(actual))
    return Object.entries(recorded).flatMap(([name, value]) =>
      differencesOf(value, actual[name], `${path}.${name}`),
    );
  const isLine = typeof recorded === 'string' && typeof actual === 'string' && recorded.includes(',');
  if (isLine && actual.startsWith(`${recorded},`)) return [];
  return [
    `${path}: ${JSON.stringify(actual)?.slice(0, 200)} instead of ${JSON.stringify(recorded)?.slice(0, 200)}`,
  ];
}

export type Correction = { question: RegExp; field: RegExp; reason: string };

export function unexplained(
  recorded: Answers,
  actual: Answers,
  corrections: readonly Correction[],
): string[] {
  return Object.entries(recorded).flatMap(([question, answer]) =>
    differencesOf(answer, actual[question]).flatMap((difference) =>
      corrections.some(
        (correction) => correction.question.test(question) && correction.field.test(difference),
      )
        ? []
        : [`${question} ${difference}`],
    ),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
