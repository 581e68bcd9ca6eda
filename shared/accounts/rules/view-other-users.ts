/** An operator views every user, a manager only linked clients. An operator's change needs the role `write`. */
export const mayView = (role: 'read' | 'write' | undefined, isLinkedClient: boolean, isRead: boolean): boolean =>
  role ? role === 'write' || isRead : isLinkedClient;
