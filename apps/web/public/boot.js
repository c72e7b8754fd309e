// Runs before the first paint, so that a dark page never flashes white. The theme module takes over
// once the app is loaded; both read the same key.
(() => {
  let theme = 'auto';
  try {
    theme = localStorage.getItem('causeway.theme') ?? 'auto';
  } catch {
    // Storage can be switched off; the system's choice is used then.
  }
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();

// What a page asks first is on its way while its scripts still load. Addresses are written as the
// client writes them, which takes these answers over (platform/api/early-reads.ts).
(() => {
  const [, cookie] = /(?:^|; )token=([^;]+)/.exec(document.cookie) ?? [];
  if (!cookie || /^\/(guest|shared)(\/|$)/.test(location.pathname)) return;
  const token = decodeURIComponent(cookie);
  const answers = new Map();
  const ask = (url) => {
    const answer = fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      credentials: 'omit',
    });
    // Who takes it over hears of it, and asks again.
    answer.catch(() => undefined);
    answers.set(url, answer);
  };
  ask('/user');
  ask('/projects');
  const [, schema = 'public', table] =
    /^\/explore\/(?!import$)(?:([a-z0-9_]+)\/)?([a-z0-9_]+)$/.exec(location.pathname) ?? [];
  const scope = new URLSearchParams(location.search);
  const id = scope.get('connectorId') ?? '';
  const isPlain = [...scope.keys()].every((key) => key === 'projectId' || key === 'connectorId');
  if (table && isPlain && scope.has('projectId') && /^[0-9a-f-]{36}$/.test(id)) {
    const about = `connector[id]=${id}&schema=${schema}`;
    // What this browser remembers: a bucket has no tables, and arranged columns are asked for by name.
    const kept = Object.keys(keptHere()).filter((key) => key.includes(id));
    const isBucket = keptHere()[`causeway.kind.${id}`] === 's3';
    const isArranged = kept.some((key) => key.startsWith('causeway.columns.'));
    if (!isBucket) ask(`/api/tables/v1/tables/${table}?${about}`);
    if (!isBucket) ask(`/api/tables/v1/tables/${table}/draft?${about}`);
    if (!isBucket && !isArranged) ask(`/api/tables/v1/tables/${table}/rows?${about}&limit=100`);
  }
  globalThis.causewayEarly = { token, answers };
  // The first number that is written takes long, and while scripts load there is time for it.
  setTimeout(() => new Intl.NumberFormat(navigator.language).format(1));

  function keptHere() {
    try {
      return { ...localStorage };
    } catch {
      // Browsers can forbid storage altogether.
      return {};
    }
  }
})();
