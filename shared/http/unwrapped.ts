import type * as z from 'zod';

/** Returns the schema of the sent value, without optional wrappers and transformations. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? (schema.def.type === 'pipe' ? input : undefined);
  return inner ? unwrapped(inner) : schema;
}
