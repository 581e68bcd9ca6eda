import { fail } from '#shared/values/errors.ts';

/** `line` counts lines of a file from 1, or rows of a body from 0. */
type RowProblem = { line: number | null; field: string | null; code: string; message: string };

export const rowProblems = (problems: readonly RowProblem[], isFile: boolean) =>
  fail('validation_failed', {
    problems: problems.map(({ line, field, code, message }) => ({
      type: code,
      loc: [
        'body',
        ...(line === null ? [] : [isFile ? 'line' : 'rows', line]),
        ...(field === null ? [] : [field]),
      ],
      msg: message,
    })),
  });
