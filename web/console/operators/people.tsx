import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RowTable } from '../kit/data-table.tsx';
import { Loaded, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { ActButton } from './kit/act.tsx';
import { useOperator } from './me.ts';
import { operatorToken } from './session.ts';

type Person = Answer<'listDevUsers'>['dev_users'][number];

export function PeoplePage() {
  const me = useOperator();
  const isMe = ({ id }: Person) => id === me.data?.id;
  const list = useQuery({ queryKey: ['operators', 'people'], queryFn: () => operate('listDevUsers', {}) });
  return (
    <Page
      title="Operators"
      about="The people who sign in here. Nobody can remove themselves, and the last one with write access stays. Each change is recorded with your name."
      actions={<Add />}
    >
      <Section title="People" padding={0}>
        <Loaded query={list} height={200}>
          {({ dev_users }) => (
            <RowTable
              minWidth={320}
              label="Table of operators"
              rows={dev_users}
              keyOf={({ id }) => id}
              columns={[
                [
                  'Person',
                  (person) => (
                    <>
                      {nameOf(person)}
                      {isMe(person) && ' (you)'}
                      <Text fz="xs" c="dimmed" className="anywhere">
                        {person.email}
                      </Text>
                    </>
                  ),
                  'anywhere',
                ],
                [
                  'Role',
                  ({ is_active, role }) => (
                    <Badge color={is_active ? (role === 'write' ? 'grape' : 'blue') : 'gray'}>
                      {is_active ? (role === 'write' ? 'Can change' : 'Can read') : 'Removed'}
                    </Badge>
                  ),
                ],
                [['Second factor', 'wide'], ({ mfa_enabled }) => (mfa_enabled ? 'On' : 'Off')],
                [['Added', 'wide'], ({ created_at }) => <Time at={created_at} ago />],
                [
                  ['Actions', 'hidden'],
                  (person) => (
                    <Group gap={6} justify="flex-end">
                      {isMe(person) ? <OwnPassword /> : <Changes of={person} />}
                    </Group>
                  ),
                ],
              ]}
            />
          )}
        </Loaded>
      </Section>
    </Page>
  );
}

const nameOf = ({ full_name, email }: Person) => full_name ?? email;

function Changes({ of }: { of: Person }) {
  const { id, is_active, role, mfa_enabled } = of;
  const name = nameOf(of);
  const change = { operation: 'updateDevUser' } as const;
  const other = role === 'write' ? 'read' : 'write';
  return (
    <>
      {is_active && (
        <ActButton
          {...change}
          args={{ body: { dev_user_id: id, role: other } }}
          button="Change role"
          name={`Change role: ${name}`}
          title={`Change the role of ${name}`}
          about={
            other === 'write' ? 'They can then change data, with their next request.' : 'They can then only read, from their next request.'
          }
          label={other === 'write' ? 'Let them change' : 'Let them only read'}
          result={() => 'The role is changed.'}
        />
      )}
      {mfa_enabled && (
        <ActButton
          {...change}
          args={{ body: { dev_user_id: id, mfa_enabled: false } }}
          button="Remove second factor"
          name={`Remove second factor: ${name}`}
          title={`Remove the second factor of ${name}`}
          about="Confirm the person’s identity through another channel. Afterwards they sign in with the password alone, and set up a new factor."
          label="Remove the second factor"
          isDangerous
          result={() => 'The second factor is removed.'}
        />
      )}
      {is_active ? (
        <ActButton
          {...change}
          args={{ body: { dev_user_id: id, is_active: false } }}
          button="Remove"
          name={`Remove: ${name}`}
          title={`Remove ${name}`}
          about="Ends their sessions at once. Their name stays in the audit. To undo it, reactivate them."
          isDangerous
          result={() => 'Removed. They cannot sign in any more.'}
        />
      ) : (
        <ActButton
          {...change}
          args={{ body: { dev_user_id: id, is_active: true } }}
          button="Let in again"
          name={`Let in again: ${name}`}
          title={`Let ${name} in again`}
          about="They can sign in with their password again. Earlier sign-ins stay ended."
          label="Let in"
          result={() => 'They can sign in again.'}
        />
      )}
    </>
  );
}

const OwnPassword = () => (
  <ActButton
    operation="changeDevUserPassword"
    isOwn
    ask={{ current_password: 'Current password', new_password: 'New password' }}
    button="Change password"
    title="Change your password"
    about="Ends all your sessions, including this one. Then sign in with the new password."
    label="Change"
    result={() => 'Your password is changed. Sign in again.'}
  />
);

const Add = () => (
  <ActButton
    operation="createDevUser"
    headers={{ 'x-dev-token': operatorToken() ?? '' }}
    ask={{
      full_name: 'Name',
      email: 'E-mail',
      password: 'First password',
      role: 'Role',
    }}
    isMain
    size="sm"
    button="Add an operator"
    about="Send the password through a channel other than e-mail, and ask the person to change it."
    label="Add"
    result={({ email }) => `${email} can sign in.`}
  />
);
