import { Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../app/api.ts';
import { useMe } from '../app/me.ts';
import { Loaded, Page, Problem, Section } from '../kit/page.tsx';
import { Activity } from './activity.tsx';
import { Credits } from './credits.tsx';
import { Email } from './email.tsx';
import { Licences } from './licences.tsx';
import { Password } from './password.tsx';
import { Privacy } from './privacy.tsx';
import { Profile } from './profile.tsx';
import { Recovery } from './recovery.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { UnsentEmails } from './unsent-emails.tsx';

export function AccountPage() {
  const me = useMe();
  return (
    <Page title="Account" about="Your profile, sign-ins, credits and data.">
      <Recovery />
      <Section title="Profile">
        <Loaded query={me} height={260}>
          {(data) => <Profile key={data.id} me={data} />}
        </Loaded>
      </Section>
      <Section title="E-mail address">
        <Loaded query={me} height={160}>
          {(data) => (data.has_password ? <Email me={data} /> : <NeedsPassword to="change your address" />)}
        </Loaded>
      </Section>
      <Section
        title="Password"
        {...(me.data?.has_password && { about: 'Every other session ends when you change it.' })}
      >
        <Loaded query={me} height={160}>
          {({ has_password, mfa_enabled }) =>
            has_password ? (
              <Password hasMfa={mfa_enabled} />
            ) : (
              <Text fz="sm">
                You sign in with the identity provider. To set a password as well, sign out and choose “Forgot
                your password?”.
              </Text>
            )
          }
        </Loaded>
      </Section>
      <Section title="Second factor">
        <Loaded query={me} height={120}>
          {({ has_password, mfa_enabled }) =>
            has_password ? (
              <SecondFactor isOn={mfa_enabled} />
            ) : (
              <NeedsPassword to={mfa_enabled ? 'turn it off' : 'turn it on'} />
            )
          }
        </Loaded>
      </Section>
      <Sessions />
      <Activity />
      <Mails />
      <Credits />
      <Licences />
      {me.data && <Privacy hasMfa={me.data.mfa_enabled} hasPassword={me.data.has_password} />}
    </Page>
  );
}

const NeedsPassword = ({ to }: { to: string }) => (
  <Text fz="sm" c="dimmed">{`Set a password first to ${to}.`}</Text>
);

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
            description="Codes and security notices do not depend on this setting."
            checked={lifecycle_emails}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
            disabled={change.isPending}
          />
        )}
      </Loaded>
      {change.isError && <Problem error={change.error} />}
      <UnsentEmails />
    </Section>
  );
}
