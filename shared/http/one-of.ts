import * as z from 'zod';

type RegisteredSchema = z.ZodType;

export function oneOf<A extends RegisteredSchema, B extends RegisteredSchema>(isSecond: (body: unknown) => boolean, first: A, second: B) {
  const reference = (schema: RegisteredSchema) => ({
    $ref: `#/components/schemas/${z.globalRegistry.get(schema)?.id}`,
  });
  const schema = z.unknown().transform((body, context) => {
    const result = (isSecond(body) ? second : first).safeParse(body);
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: body } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
  const described = schema.meta({ oneOf: [reference(first), reference(second)] });
  return described as unknown as z.ZodType<z.output<A> | z.output<B>, z.input<A> | z.input<B>>;
}
