import { ApiError } from '../core/api.ts';

/** `line` is `null` for a problem of the whole file. */
export type FileProblem = { line: number | null; field: string | null; code: string; message: string };

export function problemsOf(error: unknown): FileProblem[] {
  const detail = error instanceof ApiError && error.status === 422 ? error.body.detail : null;
  if (!Array.isArray(detail)) return [];
  return (detail as { type: string; loc: (string | number)[]; msg: string }[]).map(({ type, loc, msg }) => {
    const line = loc.find((part) => typeof part === 'number') ?? null;
    const last = loc.at(-1);
    const field = typeof last === 'string' && !['body', 'line', 'query', 'rows'].includes(last) ? last : null;
    return { line, field, code: type, message: msg };
  });
}

export const countOf = (error: unknown, problems: readonly FileProblem[]): number =>
  error instanceof ApiError ? Number(error.body.problem_count ?? problems.length) : problems.length;

export const problemText = ({ line, field, message, code }: FileProblem): string =>
  [line === null ? 'File' : `Line ${line}`, field, message, code].filter(Boolean).join('\t');
