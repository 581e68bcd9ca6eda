import * as z from 'zod';
import { once } from '#shared/values/once.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { unwrapped } from './unwrapped.ts';

type Kind = Pick<AnyEndpoint, 'auth' | 'method'>;

const operatorAuths: ReadonlySet<string> = new Set(['operator', 'devToken', 'devUser']);

export const isOperated = ({ auth, method }: Kind): boolean => method !== 'GET' && operatorAuths.has(auth);

export const takesDryRun = (kind: Kind): boolean => isOperated(kind) && kind.auth !== 'devUser';

const dryRun = once(() =>
  z.boolean().optional().meta({
    description:
      '`true` checks the request and returns what it would change, and changes and sends nothing. The response then has `dry_run` and `would`.',
  }),
);
const dryRunOnly = once(() => z.object({ dry_run: dryRun() }).meta({ id: 'DryRunOnly' }).optional().meta({ id: 'DryRunRequestBody' }));

const extended = new WeakMap<z.ZodType, z.ZodType>();

export function bodySchemaOf(endpoint: Kind & Pick<AnyEndpoint, 'body'>): z.ZodType | undefined {
  const body = endpoint.body as z.ZodType | undefined;
  if (!takesDryRun(endpoint)) return body;
  if (!body) return dryRunOnly();
  const extendedSchema = extended.get(body) ?? withDryRun(body);
  extended.set(body, extendedSchema);
  return extendedSchema;
}

function withDryRun(body: z.ZodType): z.ZodType {
  const object = unwrapped(body) as z.ZodObject;
  if ('dry_run' in object.shape) return body;
  const meta = z.globalRegistry.get(object);
  z.globalRegistry.remove(object);
  const both = object.safeExtend({ dry_run: dryRun() }).meta({ ...meta });
  return body === object ? both : both.optional();
}

export function takesNoBody(endpoint: Kind & Pick<AnyEndpoint, 'body'>): boolean {
  const schema = bodySchemaOf(endpoint);
  if (endpoint.method !== 'POST' || schema?.def.type !== 'object') return false;
  return Object.values((schema as z.ZodObject).shape).every(({ _zod }) => _zod.optin !== undefined);
}

export const needsBody = (endpoint: Kind & Pick<AnyEndpoint, 'body'>): boolean => {
  const schema = bodySchemaOf(endpoint);
  return schema !== undefined && !schema.safeParse(takesNoBody(endpoint) ? {} : undefined).success;
};
