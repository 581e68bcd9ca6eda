import * as z from 'zod';

type Named = z.ZodType;

/**
 * A body of one of two forms. The sent value selects the form, so that the reported problems fit it. Both
 * schemas need a `.meta({ id })`, which the documentation refers to.
 */
export function oneOf<A extends Named, B extends Named>(
  isSecond: (sent: unknown) => boolean,
  first: A,
  second: B,
) {
  const reference = (schema: Named) => ({ $ref: `#/components/schemas/${z.globalRegistry.get(schema)?.id}` });
  const schema = z.unknown().transform((sent, context) => {
    const result = (isSecond(sent) ? second : first).safeParse(sent);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      context.issues.push({ ...issue, input: sent } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
  const described = schema.meta({ oneOf: [reference(first), reference(second)] });
  return described as unknown as z.ZodType<z.output<A> | z.output<B>, z.input<A> | z.input<B>>;
}
