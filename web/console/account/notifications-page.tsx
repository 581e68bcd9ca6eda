import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Loaded, Problem, Section } from '../kit/page.tsx';
import { AccountPage } from './account-frame.tsx';
import { UnsentEmails } from './unsent-emails.tsx';

export function NotificationsPage() {
  const queries = useQueryClient();
  const preferences = useQuery({ queryKey: ['mails'], queryFn: () => call('readEmailPreferences', {}) });
  const change = useMutation<Answer<'changeEmailPreferences'>, ApiError, boolean>({
    mutationFn: (lifecycle_emails) => call('changeEmailPreferences', { body: { lifecycle_emails } }),
    onSuccess: (saved) => queries.setQueryData(['mails'], saved),
  });
  return (
    <AccountPage title="Notifications" about="Which e-mails we send you.">
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
    </AccountPage>
  );
}
