import { createRootRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from './crash.tsx';

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
