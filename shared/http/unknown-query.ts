import type * as z from 'zod';
import type { Problem } from '#shared/values/errors.ts';
import { type AnyEndpoint, isRaw, type RawResponse } from './endpoint.ts';
import { unknownNameMessage } from './unknown-name-message.ts';
import { readKeyQuery, takesView, viewQuery } from './view.ts';

type Definition = Pick<AnyEndpoint, 'auth' | 'method' | 'responses' | 'anyQuery' | 'query'>;

/** Front ends add the parameter `_` to bypass caches. */
const cacheBuster = '_';

const isPage = (response: z.ZodType | RawResponse) => isRaw(response) && response.contentType.startsWith('text/html');
const isFileOf = (response: z.ZodType | RawResponse) => isRaw(response) && response.contentType.startsWith('text/csv');

/** Other software appends parameters to pages and links, so only JSON endpoints reject unknown parameters. */
export function refusesUnknownQuery({ auth, method, responses, anyQuery }: Definition): boolean {
  if (anyQuery || auth === 'pixelKey' || auth === 'conversionKey') return false;
  if (method === 'GET') return responses[200] !== undefined && (!isRaw(responses[200]) || isFileOf(responses[200]));
  return !Object.values(responses as Record<number, z.ZodType | RawResponse>).some(isPage);
}

export function unknownQueryProblems(
  endpoint: Definition,
  query: object,
  values: Record<string, unknown[] | undefined> | null | undefined,
): Problem[] {
  const sentNames = Object.keys(query).filter((name) => name !== cacheBuster);
  if (sentNames.length === 0 || !refusesUnknownQuery(endpoint)) return [];
  const knownParameters = knownNames(endpoint);
  return sentNames.flatMap((name): Problem[] => {
    if (!knownParameters.includes(name)) return [{ type: 'extra_forbidden', loc: ['query', name], msg: messageFor(name, knownParameters) }];
    const times = Object.hasOwn(values ?? {}, name) ? values?.[name]?.length : 1;
    return times !== undefined && times > 1 ? [{ type: 'value_error', loc: ['query', name], msg: 'Given more than once' }] : [];
  });
}

const knownNames = ({ auth, query }: Definition): string[] => [
  ...fieldsOf(query),
  ...(takesView(auth) ? fieldsOf(viewQuery()) : []),
  ...(auth === 'report' ? fieldsOf(readKeyQuery()) : []),
];

const fieldsOf = (schema: z.ZodType | undefined) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

const messageFor = (name: string, knownNames: readonly string[]) =>
  unknownNameMessage(name, knownNames, { one: 'parameter', many: 'query parameters' });
