import type * as z from 'zod';
import { endpoints, groups } from '#functions/groups.ts';
import { openApi } from '#shared/http/openapi.ts';
import { bodySchemaOf } from '#shared/http/request-body.ts';
import { unwrapped } from '#shared/http/unwrapped.ts';
import { resolved } from './resolved.ts';

type Schema = {
  $ref?: string;
  default?: unknown;
  allOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
};
type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
};

const { paths, components } = resolved<{
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}>(openApi(groups));
const schemaOf = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref ? schemaOf(components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema;

function defaultsOf(schema: z.ZodType | undefined): [name: string, value: unknown][] {
  const { shape = {} } = (schema ? unwrapped(schema) : {}) as { shape?: Record<string, z.ZodType> };
  return Object.entries(shape).flatMap(([name, field]): [string, unknown][] => {
    const { success, data } = field.safeParse(undefined);
    return success && ['string', 'number', 'boolean'].includes(typeof data) ? [[name, data]] : [];
  });
}

const cases = endpoints.flatMap((endpoint) => {
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  const inQuery = defaultsOf(endpoint.query).map(([name, value]) => ({
    id: endpoint.id,
    name,
    value,
    declared: operation?.parameters?.find((one) => one.in === 'query' && one.name === name)?.schema.default,
  }));
  const body = schemaOf(operation?.requestBody?.content['application/json'].schema);
  const inBody = defaultsOf(bodySchemaOf(endpoint)).map(([name, value]) => ({
    id: endpoint.id,
    name,
    value,
    declared: schemaOf(body?.properties?.[name])?.default,
  }));
  return [...inQuery, ...inBody];
});

it.each(cases)('$id declares the default of $name that it applies', ({ value, declared }) => {
  expect(declared).toEqual(value);
});

it('the defaults of the interface are among them', () => {
  const declaredOf = (name: string) => cases.filter((one) => one.name === name).map(({ id, declared }) => `${id}: ${declared}`);
  expect(declaredOf('force_refresh').sort()).toEqual(['readCompetitorAds: false', 'readOwnAds: false', 'readSocialAds: false']);
  expect(declaredOf('country').sort()).toEqual([
    'discoverOwnPage: ALL',
    'readCompetitorAds: ALL',
    'readOwnAds: ALL',
    'readSocialAds: ALL',
    'setOwnPage: ALL',
  ]);
});
