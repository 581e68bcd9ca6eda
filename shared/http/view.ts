import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { mayView } from '#shared/accounts/rules/view-other-users.ts';
import { fail, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { once } from '#shared/values/once.ts';
import { problemsOf } from '#shared/values/problems.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import type { Actors, Viewer } from './actors.ts';
import { type AuthDeps, type Credentials, needed } from './credentials.ts';
import { operatorOf } from './operators.ts';

const userId = once(() => z.coerce.number().int().min(1));

export const viewQuery = once(() =>
  z.object({
    client_user_id: userId().optional().meta({
      description:
        'View the data of this user, a client of yours. With an operator token: any user. Every view of another user is recorded.',
    }),
  }),
);
export const viewHeaders = once(() =>
  z.object({
    'x-svc-dev-token': z.string().optional().meta({
      description: "An operator token, or an operator's access token: lets an operator view the data of any user.",
    }),
    'x-assume-user-id': userId().optional().meta({
      description: 'View the data of this user. Needs `x-svc-dev-token`.',
    }),
  }),
);

export const takesView = (auth: string): boolean => auth === 'view' || auth === 'report' || auth === 'viewOrKey';

export const readKeyQuery = once(() =>
  z.object({
    key: z.string().max(100).optional().meta({
      description:
        'A read-only key (`rk_…`), for programs that send no headers, such as spreadsheets. Prefer `Authorization: Bearer rk_…`.',
    }),
  }),
);

type Wish = { client: number | undefined; assumed: number | undefined };

export function requestedSubject(header: Credentials['header'], query: object): { wish: Wish; problems: Problem[] } {
  const queryView = viewQuery().safeParse(query);
  const headerView = viewHeaders().safeParse({ 'x-assume-user-id': header('x-assume-user-id') });
  const problems = [
    ...(queryView.error ? problemsOf(queryView.error, ['query']) : []),
    ...(headerView.error ? problemsOf(headerView.error, ['header']) : []),
  ];
  const wish = { client: queryView.data?.client_user_id, assumed: headerView.data?.['x-assume-user-id'] };
  if (wish.client !== undefined && wish.assumed !== undefined && wish.client !== wish.assumed)
    problems.push({
      type: 'value_error',
      loc: ['query', 'client_user_id'],
      msg: 'Names another user than the header x-assume-user-id',
    });
  return { wish, problems };
}

export async function authorizeView(
  actor: Actors['view'],
  { client, assumed }: Wish,
  { endpoint, isRead, header }: { endpoint: string; isRead: boolean; header: Credentials['header'] },
  deps: AuthDeps,
): Promise<Actors['view']> {
  const ownerId = assumed ?? client;
  if (ownerId === undefined) return actor;
  const { users, managedClients, audit } = needed(deps, 'users', 'managedClients', 'audit');
  const operator = await operatorOf('x-svc-dev-token', { header }, deps);
  if (assumed !== undefined && !operator) throw fail(serviceErrors.forbidden);
  if (ownerId === actor.userId) return actor;

  const isLinkedClient = !operator && (await managedClients.find(actor.userId, ownerId)) !== null;
  if (!mayView(operator?.role, isLinkedClient, isRead)) throw fail(serviceErrors.forbidden);
  const owner = await users.byId(ownerId);
  if (!owner || (!operator && !owner.isActive)) throw fail(serviceErrors.not_found);
  if (!owner.isActive && !isRead) throw fail(accountErrors.account_inactive);
  await audit.record({
    actor: operator?.by ?? { kind: 'user', id: String(actor.userId) },
    action: 'view_account',
    userId: ownerId,
    details: { endpoint, signed_in_user_id: actor.userId },
  });
  const viewer: Viewer = operator ? { kind: 'operator' } : { kind: 'manager', userId: actor.userId };
  return { ...actor, accountId: ownAccountOf(ownerId), owner, viewer };
}
