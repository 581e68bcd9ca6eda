import type * as z from 'zod';
import { fail, type Problem, serviceErrors } from '#shared/values/errors.ts';

/** `line` counts lines of a file from 1, or rows of a body from 0. */
type RowProblem = { line: number | null; field: string | null; code: string; message: string };

export const problemsOfRows = (problems: readonly RowProblem[], isFile = false): Problem[] =>
  problems.map(({ line, field, code, message }) => ({
    type: code,
    loc: ['body', ...(line === null ? [] : [isFile ? 'line' : 'rows', line]), ...(field === null ? [] : [field])],
    msg: message,
  }));

export const rowProblems = (problems: readonly RowProblem[], isFile: boolean) =>
  fail(serviceErrors.validation_failed, { problems: problemsOfRows(problems, isFile) });

export const validFields = <S extends Record<string, z.ZodType>>(shape: S, body: object) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const field = schema.safeParse((body as Record<string, unknown>)[name]);
      return field.success ? [[name, field.data]] : [];
    }),
  ) as { [N in keyof S]?: z.output<S[N]> };

export const rowsIn = (body: unknown): unknown[] =>
  typeof body === 'object' && body !== null && 'rows' in body && Array.isArray(body.rows) ? body.rows : [];
