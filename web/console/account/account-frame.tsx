import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../kit/page.tsx';
import { Recovery } from './recovery.tsx';

const pages = [
  ['/account/profile', 'Profile'],
  ['/account/security', 'Security'],
  ['/account/people', 'People and licences'],
  ['/account/credits', 'Credits'],
  ['/account/data', 'Data'],
  ['/account/notifications', 'Notifications'],
] as const;

export function AccountPage({ title, about, children }: { title: (typeof pages)[number][1]; about: string; children: ReactNode }) {
  return (
    <Page title={title} about={about}>
      <nav aria-label="Account" className="subpages">
        {pages.map(([to, label]) => (
          <Link key={to} to={to} className="subpage">
            {label}
          </Link>
        ))}
      </nav>
      <Recovery />
      {children}
    </Page>
  );
}
