import { infoForCustomers } from '#shared/http/openapi-info.ts';

type Json = Record<string, unknown>;
type Operation = Json & { tags?: string[]; security?: Record<string, unknown>[]; parameters?: Json[] };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: Record<string, Record<string, Json>>;
};

const pointer = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g;
const isForOperators = (part: Json) => part['x-audience'] === 'operators';
const filtered = <T>(parts: Record<string, T>, keep: (part: T, name: string) => boolean) =>
  Object.fromEntries(Object.entries(parts).filter(([name, part]) => keep(part, name)));

export function customersDocument<D extends object>(whole: D) {
  const { paths: all, tags, components, ...head } = whole as D & Document;
  const shown = filtered(components.parameters ?? {}, (parameter) => !isForOperators(parameter));
  const paths = filtered(
    Object.fromEntries(Object.entries(all).map(([path, item]) => [path, ofCustomers(item, shown)])),
    (item) => Object.keys(item).length > 0,
  );
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const usedTags = new Set(operations.flatMap((operation) => operation.tags));
  const schemes = new Set(operations.flatMap(({ security = [] }) => security.flatMap(Object.keys)));
  const used = reached({ head, paths }, components);
  return {
    ...head,
    info: infoForCustomers,
    tags: tags.filter(({ name }) => usedTags.has(name)),
    paths,
    components: Object.fromEntries(
      Object.entries(components).map(([kind, parts]) => [
        kind,
        filtered(parts, (_, name) => (kind === 'securitySchemes' ? schemes.has(name) : used.has(`${kind}/${name}`))),
      ]),
    ),
  };
}

function ofCustomers(item: Record<string, Operation>, shown: Record<string, Json>) {
  const isShown = (parameter: Json) =>
    parameter.$ref === undefined ? !isForOperators(parameter) : String(parameter.$ref).replace('#/components/parameters/', '') in shown;
  return Object.fromEntries(
    Object.entries(item)
      .filter(([, operation]) => !isForOperators(operation))
      .map(([method, { parameters = [], 'x-cors': _, ...operation }]) => {
        const shownParameters = parameters.filter(isShown);
        return [method, { ...operation, ...(shownParameters.length > 0 && { parameters: shownParameters }) }];
      }),
  );
}

function reached(parts: object, components: Document['components']): Set<string> {
  const names = new Set(refsIn(parts));
  for (const name of names) {
    const [kind = '', id = ''] = name.split('/');
    for (const inner of refsIn(components[kind]?.[id])) names.add(inner);
  }
  return names;
}

const refsIn = (part: unknown): string[] => [...JSON.stringify(part ?? null).matchAll(pointer)].map(([, kind, name]) => `${kind}/${name}`);
