import leven from 'leven';
import type * as z from 'zod';
import type { Problem } from '#shared/values/errors.ts';
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
  const nearest = nearestOf(name, known);
  if (nearest !== undefined) return `Unknown parameter. Did you mean \`${nearest}\`?`;
  if (known.length === 0) return 'Unknown parameter. This operation has no query parameters.';
  return `Unknown parameter. Known parameters: ${known.map((one) => `\`${one}\``).join(', ')}.`;
}

/** No parameter's name is longer than this by far, and the work grows with the length. */
const maxLength = 64;
const maxDistance = 3;

/** The known name that was probably meant: at most three edits away, and at least half of it right. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const [nearest] = known
    .map((one) => {
      const [a, b] = [plain(name), plain(one)];
      return { one, distance: leven(a, b), length: Math.max(a.length, b.length) };
    })
    .filter(({ distance, length }) => distance <= maxDistance && distance * 2 <= length)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.one;
}

/** `groupBy`, `group-by` and `group_by` are one word. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
