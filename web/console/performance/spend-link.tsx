import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Tab = 'imports' | 'joins' | 'rates';
const target = (tab: Tab) => ({ to: '/spend' as '/', search: { tab } as never });

export const SpendLink = ({ tab, children }: { tab: Tab; children: ReactNode }) => (
  <Anchor component={Link} {...target(tab)} fz="inherit">
    {children}
  </Anchor>
);
export const SpendButton = ({ tab, children }: { tab: Tab; children: ReactNode }) => (
  <Button component={Link} {...target(tab)} size="sm">
    {children}
  </Button>
);
