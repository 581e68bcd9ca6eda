import type * as z from 'zod';
import type { Problem } from '#shared/values/errors.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { clientInBodyProblems } from './not-for-clients.ts';
import { bodySchemaOf, isOperated } from './request-body.ts';
import { unknownNameMessage } from './unknown-name-message.ts';
import { unwrapped } from './unwrapped.ts';

export const refusesUnknownFields = (
  endpoint: Pick<AnyEndpoint, 'auth' | 'method' | 'unknownFields'>,
): boolean => endpoint.unknownFields === 'refused' || isOperated(endpoint);

/** A problem repeats the field's name, never its value. */
export function unknownFieldProblems(endpoint: AnyEndpoint, body: unknown): Problem[] {
  if (!refusesUnknownFields(endpoint)) return [];
  const schema = bodySchemaOf(endpoint);
  const hasOwn = clientInBodyProblems(endpoint, body).length > 0;
  if (schema)
    return surplus(schema, body, ['body']).filter(
      ({ loc }) => !hasOwn || loc.join('.') !== 'body.client_user_id',
    );
  return isRecord(body) ? Object.keys(body).map((name) => problem(name, [], ['body'])) : [];
}

function surplus(schema: z.ZodType, value: unknown, loc: (string | number)[]): Problem[] {
  const inner = unwrapped(schema);
  if (inner.def.type === 'array' && Array.isArray(value)) {
    const { element } = inner as z.ZodArray<z.ZodType>;
    return value.flatMap((each, at) => surplus(element, each, [...loc, at]));
  }
  if (inner.def.type !== 'object' || !isRecord(value)) return [];
  const { shape } = inner as z.ZodObject<Record<string, z.ZodType>>;
  const knownFields = Object.keys(shape);
  return Object.entries(value).flatMap(([name, fieldValue]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field ? surplus(field, fieldValue, [...loc, name]) : [problem(name, knownFields, loc)];
  });
}

const problem = (name: string, knownNames: readonly string[], loc: (string | number)[]): Problem => ({
  type: 'extra_forbidden',
  loc: [...loc, name],
  msg: unknownNameMessage(name, knownNames, { one: 'field', many: 'fields' }),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
