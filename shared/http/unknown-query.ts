import type * as z from 'zod';
import type { Problem } from '#shared/values/errors.ts';
import { nearestName } from '#shared/values/nearest-name.ts';
import { type AnyEndpoint, isRaw } from './endpoint.ts';
import { readKeyQuery, takesView, viewQuery } from './view.ts';

/** Whether a request with an unknown query parameter is refused: a GET that answers JSON, unless it says otherwise. */
export function refusesUnknownQuery({ method, responses, anyQuery }: AnyEndpoint): boolean {
  const answer = responses[200] as AnyEndpoint['responses'][number] | undefined;
  return method === 'GET' && !anyQuery && answer !== undefined && !isRaw(answer);
}

/** One problem per query parameter that the endpoint does not know. A name is repeated, a value never is. */
export function unknownQueryProblems(endpoint: AnyEndpoint, query: object): Problem[] {
  const sent = Object.keys(query);
  if (sent.length === 0 || !refusesUnknownQuery(endpoint)) return [];
  const known = knownNames(endpoint);
  return sent
    .filter((name) => !known.includes(name))
    .map((name) => ({ type: 'extra_forbidden', loc: ['query', name], msg: messageFor(name, known) }));
}

const knownNames = ({ auth, query }: AnyEndpoint): string[] => [
  ...fieldsOf(query),
  ...(takesView(auth) ? fieldsOf(viewQuery) : []),
  ...(auth === 'report' ? fieldsOf(readKeyQuery) : []),
];

const fieldsOf = (schema: z.ZodType | undefined) =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

function messageFor(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `Unknown parameter. Did you mean \`${nearest}\`?`;
  if (known.length === 0) return 'Unknown parameter. This operation has no query parameters.';
  return `Unknown parameter. Known parameters: ${known.map((one) => `\`${one}\``).join(', ')}.`;
}
