import { Badge, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call } from '../core/api.ts';
import { local } from '../core/local.ts';
import { useMe } from '../core/me.ts';
import { signOut } from '../core/session.ts';
import { Icon } from '../kit/icon.tsx';

async function endOwnSession(): Promise<void> {
  const { sessions } = await call('listSessions', {});
  const currentSession = sessions.find(({ is_current }) => is_current);
  if (currentSession) await call('endSession', { params: { id: currentSession.id } });
}

export function AccountMenu() {
  const { data: me } = useMe();
  const { setColorScheme, colorScheme } = useMantineColorScheme();
  const leave = async () => {
    // If the request fails, the session still ends in this tab.
    await endOwnSession().catch(() => {});
    signOut();
  };
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton aria-label="Your account" style={{ display: 'flex', borderRadius: 16 }}>
          <Badge circle size="xl" variant="light" aria-hidden="true">
            {(me?.full_name ?? me?.email ?? '·').slice(0, 1).toUpperCase()}
          </Badge>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className="anywhere">{me?.email ?? ''}</span>
        </Menu.Label>
        <Menu.Item component={Link} to="/account/profile" leftSection={<Icon name="account" size={16} />}>
          Account
        </Menu.Item>
        <Menu.Label>Appearance</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? <Icon name="check" size={14} /> : null}
          >
            {{ auto: 'As on this device', light: 'Light', dark: 'Dark' }[scheme]}
          </Menu.Item>
        ))}
        {local && (
          <>
            <Menu.Label>This machine</Menu.Label>
            <Menu.Item component="a" href={local.inbox} target="_blank" rel="noreferrer">
              Mail inbox
            </Menu.Item>
            {local.shop && (
              <Menu.Item component="a" href={local.shop} target="_blank" rel="noreferrer">
                Demo shop
              </Menu.Item>
            )}
            <Menu.Item component="a" href="/start" target="_blank" rel="noreferrer">
              What runs here
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={leave} leftSection={<Icon name="out" size={16} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
