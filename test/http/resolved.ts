export function resolved<T>(document: object): T {
  const { components } = JSON.parse(JSON.stringify(document)) as {
    components: Record<string, Record<string, unknown> | undefined>;
  };
  return JSON.parse(JSON.stringify(document), (_, value: { $ref?: string } | null) => {
    const [, kind = '', name = ''] = /^#\/components\/(responses|parameters)\/(.+)$/.exec(value?.$ref ?? '') ?? [];
    return kind ? components[kind]?.[name] : value;
  }) as T;
}
