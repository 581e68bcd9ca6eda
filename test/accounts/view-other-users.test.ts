import { mayView } from '#shared/accounts/rules/view-other-users.ts';

it('an operator changes data of another account only with the role `write`, and a manager that of linked clients', () => {
  const may = (role: 'read' | 'write' | undefined, isLinked: boolean, isRead: boolean) => mayView(role, isLinked, isRead);
  expect([may('read', false, true), may('read', false, false), may('read', true, false)]).toEqual([true, false, false]);
  expect([may('write', false, true), may('write', false, false)]).toEqual([true, true]);
  expect([may(undefined, true, true), may(undefined, true, false), may(undefined, false, true)]).toEqual([true, true, false]);
});
