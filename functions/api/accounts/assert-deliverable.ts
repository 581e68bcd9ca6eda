import type { DepsOf } from '#shared/aws/deps-of.ts';
import { suppressions } from '#shared/mail/needs.ts';
import { invalid } from '#shared/values/errors.ts';

export const assertDeliverableNeeds = { suppressions };
type Deps = DepsOf<typeof assertDeliverableNeeds>;

export async function assertDeliverable(
  email: string,
  { suppressions }: Pick<Deps, 'suppressions'>,
  field: 'email' | 'new_email' = 'email',
): Promise<void> {
  if (!(await suppressions.has(email))) return;
  const msg = 'Mail to this address came back or was not wanted, so none is sent there. Use another address';
  throw invalid({ type: 'value_error', loc: ['body', field], msg });
}
