import { QueryClient } from '@tanstack/react-query';

/** Server data lives here and nowhere else. The client decides about retries, so Query never does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
