import { Badge, Button, Group, PasswordInput, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../kit/data-table.tsx';
import { Loaded, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { Action } from './kit/action.tsx';
import { useMayWrite, useOperator } from './me.ts';
import { operatorToken } from './session.ts';

type Person = Answer<'listDevUsers'>['dev_users'][number];
type Change = 'role' | 'active' | 'factor';

export function PeoplePage() {
  const mayWrite = useMayWrite();
  const me = useOperator();
  const [meant, setMeant] = useState<{ person: Person; change: Change } | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [isChangingOwn, setChangingOwn] = useState(false);
  const list = useQuery({ queryKey: ['operators', 'people'], queryFn: () => operate('listDevUsers', {}) });
  return (
    <Page
      title="Operators"
      about="The people who sign in here. Nobody can remove themselves, and the last one with write access stays. Each change is recorded with your name."
      actions={mayWrite && <Button onClick={() => setAdding(true)}>Add an operator</Button>}
    >
      <Section title="People" padding={0}>
        <Loaded query={list} height={200}>
          {({ dev_users }) => (
            <DataTable
              minWidth={320}
              label="Table of operators"
              heads={['Person', 'Role', ['Second factor', 'wide'], ['Added', 'wide'], ['Actions', 'hidden']]}
            >
              {dev_users.map((person) => (
                <Table.Tr key={person.id}>
                  <Table.Td className="anywhere">
                    {person.full_name ?? person.email}
                    {person.id === me.data?.id && ' (you)'}
                    <Text fz="xs" c="dimmed" className="anywhere">
                      {person.email}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Badge color={person.is_active ? (person.role === 'write' ? 'grape' : 'blue') : 'gray'}>
                      {person.is_active ? (person.role === 'write' ? 'Can change' : 'Can read') : 'Removed'}
                    </Badge>
                  </Table.Td>
                  <Table.Td className="wide">{person.mfa_enabled ? 'On' : 'Off'}</Table.Td>
                  <Table.Td className="wide">
                    <Time at={person.created_at} ago />
                  </Table.Td>
                  <Table.Td>
                    {person.id === me.data?.id && (
                      <Group justify="flex-end">
                        <Button size="xs" variant="default" onClick={() => setChangingOwn(true)}>
                          Change password
                        </Button>
                      </Group>
                    )}
                    {mayWrite && person.id !== me.data?.id && (
                      <Actions person={person} choose={(change) => setMeant({ person, change })} />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )}
        </Loaded>
      </Section>
      {isChangingOwn && <OwnPassword close={() => setChangingOwn(false)} />}
      {isAdding && <Add close={() => setAdding(false)} />}
      {meant && <Changed {...meant} close={() => setMeant(null)} />}
    </Page>
  );
}

function Actions({ person, choose }: { person: Person; choose: (change: Change) => void }) {
  const name = person.full_name ?? person.email;
  const button = (change: Change, label: string) => (
    <Button size="xs" variant="default" onClick={() => choose(change)} aria-label={`${label}: ${name}`}>
      {label}
    </Button>
  );
  return (
    <Group gap={6} justify="flex-end">
      {person.is_active && button('role', 'Change role')}
      {person.mfa_enabled && button('factor', 'Remove second factor')}
      {button('active', person.is_active ? 'Remove' : 'Let in again')}
    </Group>
  );
}

function Changed({ person, change, close }: { person: Person; change: Change; close: () => void }) {
  const { id, is_active, role } = person;
  const name = person.full_name ?? person.email;
  const other = role === 'write' ? 'read' : 'write';
  const { title, about, label, body, done, isDangerous } = {
    role: {
      title: `Change the role of ${name}`,
      about:
        other === 'write'
          ? 'They can then change data, with their next request.'
          : 'They can then only read, from their next request.',
      label: other === 'write' ? 'Let them change' : 'Let them only read',
      body: { role: other } as const,
      done: 'The role is changed.',
      isDangerous: false,
    },
    active: is_active
      ? {
          title: `Remove ${name}`,
          about: 'Ends their sessions at once. Their name stays in the audit. To undo it, reactivate them.',
          label: 'Remove',
          body: { is_active: false },
          done: 'Removed. They cannot sign in any more.',
          isDangerous: true,
        }
      : {
          title: `Let ${name} in again`,
          about: 'They can sign in with their password again. Earlier sign-ins stay ended.',
          label: 'Let in',
          body: { is_active: true },
          done: 'They can sign in again.',
          isDangerous: false,
        },
    factor: {
      title: `Remove the second factor of ${name}`,
      about:
        'Confirm the person’s identity through another channel. Afterwards they sign in with the password alone, and set up a new factor.',
      label: 'Remove the second factor',
      body: { mfa_enabled: false as const },
      done: 'The second factor is removed.',
      isDangerous: true,
    },
  }[change];
  return (
    <Action
      {...{ title, about, label, isDangerous, close }}
      run={({ reason }) => operate('updateDevUser', { body: { dev_user_id: id, ...body, reason } })}
      result={() => done}
    />
  );
}

function OwnPassword({ close }: { close: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  return (
    <Action
      title="Change your password"
      about="Ends all your sessions, including this one. Then sign in with the new password."
      label="Change"
      asksReason={false}
      isReady={Boolean(current && next)}
      run={() =>
        operate('changeDevUserPassword', { body: { current_password: current, new_password: next } })
      }
      result={() => 'Your password is changed. Sign in again.'}
      close={close}
    >
      {(errors) => (
        <Stack gap="sm">
          <PasswordInput
            label="Current password"
            required
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={errors.current_password}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters."
            required
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
            error={errors.new_password}
          />
        </Stack>
      )}
    </Action>
  );
}

function Add({ close }: { close: () => void }) {
  const [fields, setFields] = useState({ full_name: '', email: '', password: '' });
  const [role, setRole] = useState<'read' | 'write'>('read');
  const set = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: value })),
  });
  return (
    <Action
      title="Add an operator"
      about="Send the password through a channel other than e-mail, and ask the person to change it."
      label="Add"
      isReady={Boolean(fields.email && fields.password)}
      run={({ reason }) =>
        operate(
          'createDevUser',
          { body: { ...fields, full_name: fields.full_name.trim() || null, role, reason } },
          { headers: { 'x-dev-token': operatorToken() ?? '' } },
        )
      }
      result={({ email }) => `${email} can sign in.`}
      close={close}
    >
      {(errors) => (
        <Stack gap="sm">
          <TextInput label="Name" {...set('full_name')} error={errors.full_name} />
          <TextInput
            label="E-mail"
            type="email"
            required
            autoComplete="off"
            {...set('email')}
            error={errors.email}
          />
          <PasswordInput
            label="First password"
            description="At least 12 characters."
            required
            autoComplete="new-password"
            {...set('password')}
            error={errors.password}
          />
          <Select
            label="Role"
            allowDeselect={false}
            data={[
              { value: 'read', label: 'Can read' },
              { value: 'write', label: 'Can change data' },
            ]}
            value={role}
            onChange={(value) => setRole(value === 'write' ? 'write' : 'read')}
          />
        </Stack>
      )}
    </Action>
  );
}
