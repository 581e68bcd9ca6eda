import * as z from 'zod';
import type { ManagedClient } from '#shared/accounts/store/managed-clients.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';

export const ManagedClientRecord = z
  .object({
    manager_user_id: z.int(),
    client_user_id: z.int().meta({ description: 'Id of the managed client.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ManagedClient' });

export const managedClientRecordOf = ({ managerUserId, clientUserId, createdAt }: ManagedClient) => ({
  manager_user_id: managerUserId,
  client_user_id: clientUserId,
  created_at: createdAt,
});

export const exampleManagedClient = {
  manager_user_id: 245_813_760_001_024,
  client_user_id: 245_813_760_003_391,
  created_at: '2026-11-21T09:30:00.000Z',
} as const;

export async function assertUsersExist(
  users: Pick<Users, 'byId'>,
  [manager, client]: readonly [manager: number, client?: number],
  where: 'body' | 'query',
): Promise<void> {
  if (manager === client)
    throw invalid({
      type: 'value_error',
      loc: [where, 'client_user_id'],
      msg: 'A user is no client of their own',
    });
  const ids = client === undefined ? [manager] : [manager, client];
  const accounts = await Promise.all(ids.map((id) => users.byId(id)));
  if (accounts.some((user) => user === null)) throw fail(serviceErrors.not_found);
}
