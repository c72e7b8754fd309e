/** Where a tab keeps an outside identity until somebody signed in to its account. */
export const FOUND_IDENTITY = 'causeway.provider-found';
