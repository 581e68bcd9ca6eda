import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export const UserLink = ({ id, children }: { id: number; children?: ReactNode }) => (
  <Link to="/operators/users/$userId" params={{ userId: String(id) }}>
    {children ?? `User ${id}`}
  </Link>
);
