import * as z from 'zod';
import { once } from '#shared/values/once.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { unwrapped } from './unwrapped.ts';

type Kind = Pick<AnyEndpoint, 'auth' | 'method'>;

const operatorAuths: ReadonlySet<string> = new Set(['operator', 'devToken', 'devUser']);

/** Whether an operator changes something by it. */
export const isOperated = ({ auth, method }: Kind): boolean => method !== 'GET' && operatorAuths.has(auth);

/** Whether it takes `dry_run`: every write of operators except those on their own sign-in. */
export const takesDryRun = (kind: Kind): boolean => isOperated(kind) && kind.auth !== 'devUser';

/** Of the writes of operators, which most functions do not have. */
const dryRun = once(() =>
  z.boolean().optional().meta({
    description:
      '`true` checks the request and returns what it would change, and changes and sends nothing. The response then has `dry_run` and `would`.',
  }),
);
const dryRunOnly = once(() =>
  z.object({ dry_run: dryRun() }).meta({ id: 'DryRunOnly' }).optional().meta({ id: 'DryRunRequestBody' }),
);

/** By the schema of an endpoint, which several endpoints may share. */
const extended = new WeakMap<z.ZodType, z.ZodType>();

/** What an endpoint takes as its body: its own schema, and `dry_run` on writes of operators. */
export function bodySchemaOf(endpoint: Kind & Pick<AnyEndpoint, 'body'>): z.ZodType | undefined {
  const body = endpoint.body as z.ZodType | undefined;
  if (!takesDryRun(endpoint)) return body;
  if (!body) return dryRunOnly();
  const known = extended.get(body) ?? withDryRun(body);
  extended.set(body, known);
  return known;
}

function withDryRun(body: z.ZodType): z.ZodType {
  const object = unwrapped(body) as z.ZodObject;
  // The grant jobs count by themselves what they would grant.
  if ('dry_run' in object.shape) return body;
  const meta = z.globalRegistry.get(object);
  // The name of the component goes to the form that callers send.
  z.globalRegistry.remove(object);
  const both = object.safeExtend({ dry_run: dryRun() }).meta({ ...meta });
  return body === object ? both : both.optional();
}

/** Whether no body means an empty one: a POST whose fields are all optional. */
export function takesNoBody(endpoint: Kind & Pick<AnyEndpoint, 'body'>): boolean {
  const schema = bodySchemaOf(endpoint);
  if (endpoint.method !== 'POST' || schema?.def.type !== 'object') return false;
  return Object.values((schema as z.ZodObject).shape).every(({ _zod }) => _zod.optin !== undefined);
}

/** Whether a request without a body is refused. */
export const needsBody = (endpoint: Kind & Pick<AnyEndpoint, 'body'>): boolean => {
  const schema = bodySchemaOf(endpoint);
  return schema !== undefined && !schema.safeParse(takesNoBody(endpoint) ? {} : undefined).success;
};
