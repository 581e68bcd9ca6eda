import type { Json } from './openapi-fields.ts';

type Part = Json & { name?: string };
type Operation = Json & { parameters?: Part[]; responses?: Record<string, Json> };
export type Paths = Record<string, Record<string, Operation>>;

export function withSharedParts(paths: Paths) {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const responses = sharedOf(operations.flatMap(errorsIn), nameOfError);
  const parameters = sharedOf(
    operations.flatMap((operation) => operation.parameters ?? []),
    ({ name = '' }) => pascal(name),
  );
  const shared = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map(toRef(parameters, 'parameters')) }),
    responses: Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, response]) => [status, toRef(responses, 'responses')(response)]),
    ),
  });
  return {
    paths: mapValues(paths, (item) => mapValues(item, shared)),
    components: { responses: componentsOf(responses), parameters: componentsOf(parameters) },
  };
}

const errorsIn = ({ responses = {} }: Operation) =>
  Object.entries(responses).flatMap(([status, response]) => (Number(status) >= 400 ? [response] : []));

function sharedOf<P extends Part>(parts: readonly P[], nameOf: (part: P) => string) {
  const uses = [...Map.groupBy(parts, (part) => JSON.stringify(part))]
    .filter(([, equal]) => equal.length > 1)
    .sort(([, a], [, b]) => b.length - a.length);
  const shared = new Map<string, { name: string; part: P }>();
  const names = new Set<string>();
  for (const [text, [part]] of uses) {
    const name = part ? nameOf(part) : '';
    if (part && name && !names.has(name)) shared.set(text, { name, part });
    names.add(name);
  }
  return shared;
}
type Shared = ReturnType<typeof sharedOf>;

const toRef = (shared: Shared, kind: string) => (part: Part) => {
  const { name } = shared.get(JSON.stringify(part)) ?? {};
  return name ? { $ref: `#/components/${kind}/${name}` } : part;
};

const componentsOf = (shared: Shared) =>
  Object.fromEntries([...shared.values()].map(({ name, part }) => [name, part] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

function nameOfError({ content, headers }: Json): string {
  const { examples = {} } = (content as Record<string, { examples?: object }>)['application/json'] ?? {};
  const codes = Object.keys(examples).map(pascal).join('Or');
  return 'ratelimit' in (headers as object) ? `${codes}WithRateLimit` : codes;
}

const pascal = (name: string) =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const mapValues = <T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
