import * as z from 'zod';
import type { DepsOf, Needs } from '#shared/aws/deps-of.ts';
import type { AnyEndpoint, Auth, Endpoint, RawResponse } from './endpoint.ts';

type Responses = Record<number, z.ZodType | RawResponse>;
type WithoutFormat<Q extends z.ZodObject> =
  Q extends z.ZodObject<infer S> ? z.ZodObject<{ [N in Exclude<keyof S, 'format'>]: S[N] }> : never;
type Texts = { id: string; summary: string; description: string; form: RawResponse; example: string };

export const Bom = z.enum(['true', 'false']).optional().meta({
  description:
    '`true` begins the file with a byte order mark, so that spreadsheet programs read letters such as `é` and `東` right. Only for CSV.',
});

export const withBom = (file: string, bom: z.output<typeof Bom>): string => (bom === 'true' ? `\uFEFF${file}` : file);

export function csvEndpoint<
  A extends Auth,
  P extends z.ZodType | undefined,
  Q extends z.ZodObject<{ format: z.ZodType }>,
  R extends Responses,
  N extends Needs,
>(report: Endpoint<A, P, Q, undefined, R, N>, { id, summary, description, form, example }: Texts) {
  const { otherForms: _, answers: __, ...rest } = report;
  const query = report.query?.omit({ format: true } as never) as z.ZodObject | undefined;
  return {
    ...rest,
    id,
    summary,
    description,
    query,
    path: `${report.path}.csv`,
    responses: { 200: form },
    example: {
      ...(report.example.params !== undefined && { params: report.example.params }),
      query: report.example.query,
      responses: { 200: example },
    },
    handle: (request: { query: object }, deps: DepsOf<N>) =>
      (report as AnyEndpoint).handle({ ...request, query: { ...request.query, format: 'csv' } } as never, deps),
  } as unknown as Endpoint<A, P, WithoutFormat<Q>, undefined, { 200: RawResponse }, N>;
}
