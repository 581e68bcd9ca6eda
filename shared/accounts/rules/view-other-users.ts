import type { User } from './users.ts';

type Facts = { operatorRole: 'read' | 'write' | undefined; isClientOfViewer: boolean; isRead: boolean };

/** An operator views every user, a manager only linked clients. An operator's change needs the role `write`. */
export const mayView = ({ operatorRole, isClientOfViewer, isRead }: Facts): boolean =>
  operatorRole ? operatorRole === 'write' || isRead : isClientOfViewer;

/** Only operators view an inactive user, and only to read. */
export function inactiveRefusal(
  { isActive }: Pick<User, 'isActive'>,
  { operatorRole, isRead }: Pick<Facts, 'operatorRole' | 'isRead'>,
): 'not_found' | 'account_inactive' | null {
  if (isActive) return null;
  if (!operatorRole) return 'not_found';
  return isRead ? null : 'account_inactive';
}
