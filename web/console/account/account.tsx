import {
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Answer, type ApiError, call } from '../app/api.ts';
import { useMe } from '../app/me.ts';
import { browserZone } from '../app/scope.ts';
import { Loaded, Page, Problem, Scroll, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { Credits } from './credits.tsx';
import { Privacy } from './privacy.tsx';

type Me = Answer<'readMe'>;

export function AccountPage() {
  const me = useMe();
  return (
    <Page title="Account" about="Your profile, sign-ins, credits and data.">
      <Section title="Profile">
        <Loaded query={me} height={260}>
          {(data) => <Profile key={data.id} me={data} />}
        </Loaded>
      </Section>
      <Section title="Password" about="Every other session ends when you change it.">
        {me.data && <Password hasMfa={me.data.mfa_enabled} />}
      </Section>
      <Sessions />
      <Mails />
      <Credits />
      {me.data && <Privacy hasMfa={me.data.mfa_enabled} />}
    </Page>
  );
}

const fields = {
  full_name: ['Name', 'name'],
  company: ['Company', 'organization'],
  company_website: ['Company website', 'url'],
  role: ['Role', 'organization-title'],
} as const;
type Name = keyof typeof fields;

function Profile({ me }: { me: Me }) {
  const [values, setValues] = useState<Record<Name, string>>({
    full_name: me.full_name ?? '',
    company: me.company ?? '',
    company_website: me.company_website ?? '',
    role: me.role ?? '',
  });
  const [zone, setZone] = useState(me.timezone ?? '');
  const queries = useQueryClient();
  const save = useMutation<Me, ApiError>({
    mutationFn: () => {
      const body = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value.trim() || null]),
      );
      return call('changeProfile', { body: { ...body, timezone: zone || null } });
    },
    onSuccess: (saved) => queries.setQueryData(['me'], saved),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const problems = save.error?.fields ?? {};
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={480}>
        <div>
          <Text fz="sm" fw={500}>
            E-mail
          </Text>
          <Text fz="sm" c="dimmed" className="anywhere">
            {me.email}
          </Text>
        </div>
        {(Object.keys(fields) as Name[]).map((name) => (
          <TextInput
            key={name}
            label={fields[name][0]}
            autoComplete={fields[name][1]}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            error={problems[name]}
          />
        ))}
        <NativeSelect
          label="Time zone"
          description="Of your e-mails. Reports use the zone that you choose on each page."
          value={zone}
          onChange={(event) => setZone(event.currentTarget.value)}
          data={[
            { value: '', label: 'Not set' },
            ...new Set([browserZone, zone, 'UTC', ...Intl.supportedValuesOf('timeZone')].filter(Boolean)),
          ]}
          error={problems.timezone}
        />
        {save.isError && Object.keys(problems).length === 0 && <Problem error={save.error} />}
        {save.isSuccess && (
          <Alert color="teal" role="status">
            Saved.
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Password({ hasMfa }: { hasMfa: boolean }) {
  const none = { current_password: '', new_password: '', mfa_code: '' };
  const [values, setValues] = useState(none);
  const queries = useQueryClient();
  const change = useMutation<Answer<'changePassword'>, ApiError>({
    mutationFn: () => {
      const { mfa_code, ...passwords } = values;
      return call('changePassword', { body: { ...passwords, ...(mfa_code && { mfa_code }) } });
    },
    onSuccess: () => {
      setValues(none);
      queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const field = (name: keyof typeof values, label: string, autoComplete: string) => ({
    ...{ label, autoComplete, required: true, value: values[name] },
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    error: change.error?.fields[name],
  });
  const toggle = { 'aria-label': 'Show the password', tabIndex: 0 };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack gap="sm" maw={480}>
        <PasswordInput
          {...field('current_password', 'Current password', 'current-password')}
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          {...field('new_password', 'New password', 'new-password')}
          visibilityToggleButtonProps={toggle}
        />
        {hasMfa && <TextInput {...field('mfa_code', 'Code of your second factor', 'one-time-code')} />}
        {change.isError && Object.keys(change.error.fields).length === 0 && <Problem error={change.error} />}
        {change.isSuccess && (
          <Alert color="teal" role="status">
            {change.data.message}
          </Alert>
        )}
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => call('listSessions', {}) });
  const end = useMutation<unknown, ApiError, string | null>({
    mutationFn: (id) => (id ? call('endSession', { params: { id } }) : call('endOtherSessions', {})),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const others = sessions.data?.sessions.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Section
      title="Sessions"
      about="Where you are signed in."
      padding={0}
      actions={
        others.length > 0 && (
          <Button size="xs" variant="default" onClick={() => end.mutate(null)} loading={end.isPending}>
            End all others
          </Button>
        )
      }
    >
      {end.isError && <Problem error={end.error} />}
      <Loaded query={sessions} height={120}>
        {(data) => (
          <Scroll minWidth={420}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Browser or client</Table.Th>
                  <Table.Th>Network</Table.Th>
                  <Table.Th>Last seen</Table.Th>
                  <Table.Th>
                    <span className="visually-hidden">Actions</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.sessions.map(({ id, client, network, last_seen_at, is_current }) => (
                  <Table.Tr key={id}>
                    <Table.Td className="anywhere">{client ?? 'Unknown'}</Table.Td>
                    <Table.Td>{network ?? '–'}</Table.Td>
                    <Table.Td>
                      <Time at={last_seen_at} ago />
                    </Table.Td>
                    <Table.Td className="number">
                      {is_current ? (
                        <Badge color="teal">This one</Badge>
                      ) : (
                        <Button
                          size="xs"
                          variant="default"
                          onClick={() => end.mutate(id)}
                          aria-label={`End the session of ${client ?? 'an unknown client'}`}
                        >
                          End
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroll>
        )}
      </Loaded>
    </Section>
  );
}

function Mails() {
  const queries = useQueryClient();
  const preferences = useQuery({ queryKey: ['mails'], queryFn: () => call('readEmailPreferences', {}) });
  const change = useMutation<Answer<'changeEmailPreferences'>, ApiError, boolean>({
    mutationFn: (lifecycle_emails) => call('changeEmailPreferences', { body: { lifecycle_emails } }),
    onSuccess: (saved) => queries.setQueryData(['mails'], saved),
  });
  return (
    <Section title="E-mails">
      <Loaded query={preferences} height={40}>
        {({ lifecycle_emails }) => (
          <Switch
            label="Tips and reminders"
            description="Codes, receipts and security notices are always sent."
            checked={lifecycle_emails}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
            disabled={change.isPending}
          />
        )}
      </Loaded>
      {change.isError && <Problem error={change.error} />}
    </Section>
  );
}
