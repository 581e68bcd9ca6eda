import type * as z from 'zod';

/** The schema of what is sent, without what makes it optional or changes it afterwards. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? (schema.def.type === 'pipe' ? input : undefined);
  return inner ? unwrapped(inner) : schema;
}
