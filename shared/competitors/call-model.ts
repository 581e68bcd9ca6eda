import type * as z from 'zod';
import type { Part } from '#shared/store/table.ts';
import type { TaskRun } from '#shared/tasks/user-task.ts';
import type { DiscoveryDeps } from './discovery-deps.ts';

type Question<T> = {
  purpose: string;
  schema: z.ZodType<T>;
  instructions: string;
  /** Texts of third parties belong here, and not into the instructions. */
  input: object;
  maxOutputTokens: number;
};

export async function callModel<T>(
  { task }: TaskRun,
  { purpose, schema, instructions, input, maxOutputTokens }: Question<T>,
  { llm, discoveryLimits }: Pick<DiscoveryDeps, 'llm' | 'discoveryLimits'>,
): Promise<{ object: T; row: Part }> {
  return await llm.ask(
    { userId: task.userId, subject: task.id },
    {
      purpose,
      schemaName: purpose,
      schema,
      instructions,
      maxOutputTokens,
      input: [{ type: 'text', text: JSON.stringify(input) }],
      timeoutSeconds: discoveryLimits.modelSeconds,
    },
  );
}
