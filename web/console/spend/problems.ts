import { ApiError } from '../core/api.ts';

/** `line` is `null` for a problem of the whole file. */
export type Problem = { line: number | null; field: string | null; code: string; message: string };

/** The problems of a refused file, each at its line. */
export function problemsOf(error: unknown): Problem[] {
  const detail = error instanceof ApiError && error.status === 422 ? error.body.detail : null;
  if (!Array.isArray(detail)) return [];
  return (detail as { type: string; loc: (string | number)[]; msg: string }[]).map(({ type, loc, msg }) => {
    const line = loc.find((part) => typeof part === 'number') ?? null;
    const last = loc.at(-1);
    const field = typeof last === 'string' && !['body', 'line', 'query', 'rows'].includes(last) ? last : null;
    return { line, field, code: type, message: msg };
  });
}

export const countOf = (error: unknown, problems: readonly Problem[]): number =>
  error instanceof ApiError ? Number(error.body.problem_count ?? problems.length) : problems.length;

/** A person answers these by a field of the form, instead of changing the file. */
const questions: Record<string, string> = {
  no_currency: 'currency',
  not_a_currency: 'currency',
  other_currency: 'currency',
  ambiguous_date: 'date_format',
  unclear_network: 'network',
  other_network: 'network',
  unknown_headings: 'columns',
};

const asked: Record<string, string> = {
  no_currency: 'The file names no currency: enter it.',
  other_currency: 'The file names another currency.',
  ambiguous_date: 'Day or month first? The file does not show it.',
};

/** Returns the questions by the field that answers them. */
export function questionsOf(problems: readonly Problem[]): Record<string, string> {
  const found = problems.flatMap(({ code, field, message }) => {
    const name =
      questions[code] ?? (code === 'value_error' || code === 'string_pattern_mismatch' ? field : null);
    return name ? [[name, asked[code] ?? message] as const] : [];
  });
  // The first problem of a field is shown.
  return Object.fromEntries(found.toReversed());
}

/** Problems that only a corrected file resolves, or that a question does not show. */
export const isQuestion = ({ code }: Problem): boolean => code in questions;

export const problemText = ({ line, field, message, code }: Problem): string =>
  [line === null ? 'File' : `Line ${line}`, field, message, code].filter(Boolean).join('\t');
