import type { User } from './users.ts';

type OperatorRole = 'read' | 'write' | undefined;

/** An operator views every user, a manager only linked clients. An operator's change needs the role `write`. */
export const mayView = (role: OperatorRole, isLinkedClient: boolean, isRead: boolean): boolean =>
  role ? role === 'write' || isRead : isLinkedClient;

/** Only operators view an inactive user, and only to read. */
export const inactiveRefusal = ({ isActive }: Pick<User, 'isActive'>, role: OperatorRole, isRead: boolean) =>
  isActive || (role && isRead) ? null : role ? 'account_inactive' : 'not_found';
