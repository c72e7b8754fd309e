/**
 * Schedules that people say in a few words. Whatever else a cron expression says is shown as it is
 * written: half a translation would be worse than none.
 */
export type CronPlan =
  | { kind: 'minutes'; every: number }
  | { kind: 'hourly'; minute: number }
  | { kind: 'daily'; time: string }
  | { kind: 'weekdays'; time: string }
  | { kind: 'weekly'; days: number[]; time: string }
  | { kind: 'monthly'; day: number; time: string };

export function planOfCron(cron: string): CronPlan | undefined {
  const fields = cron.trim().split(/\s+/);
  // Six fields have seconds in front; only whole minutes are said in words.
  const [minute = '', hour = '', day = '', month = '', weekday = ''] =
    fields.length === 6 && fields[0] === '0' ? fields.slice(1) : fields;
  if (fields.length < 5 || (fields.length === 6 && fields[0] !== '0') || month !== '*') {
    return undefined;
  }
  if (day === '*' && weekday === '*' && hour === '*') return ofMinutes(minute);
  const time = timeOf(hour, minute);
  if (!time) return undefined;
  if (day === '*' && weekday === '*') return { kind: 'daily', time };
  if (day === '*') {
    if (weekday === '1-5') return { kind: 'weekdays', time };
    const days = weekday.split(',').map((one) => numberIn(one, 0, 7));
    return days.every((one) => one !== undefined)
      ? { kind: 'weekly', days: days.map((one) => one % 7), time }
      : undefined;
  }
  const inMonth = weekday === '*' ? numberIn(day, 1, 31) : undefined;
  return inMonth === undefined ? undefined : { kind: 'monthly', day: inMonth, time };
}

export function cronOfPlan(plan: CronPlan): string {
  if (plan.kind === 'minutes') return plan.every === 1 ? '* * * * *' : `*/${plan.every} * * * *`;
  if (plan.kind === 'hourly') return `${plan.minute} * * * *`;
  const [hour = '0', minute = '0'] = plan.time.split(':').map((part) => String(Number(part)));
  const start = `${minute} ${hour}`;
  if (plan.kind === 'daily') return `${start} * * *`;
  if (plan.kind === 'weekdays') return `${start} * * 1-5`;
  if (plan.kind === 'monthly') return `${start} ${plan.day} * *`;
  return `${start} * * ${plan.days.toSorted((a, b) => a - b).join(',') || '1'}`;
}

function ofMinutes(minute: string): CronPlan | undefined {
  if (minute === '*') return { kind: 'minutes', every: 1 };
  const every = minute.startsWith('*/') ? numberIn(minute.slice(2), 1, 59) : undefined;
  if (every !== undefined) return { kind: 'minutes', every };
  const at = numberIn(minute, 0, 59);
  return at === undefined ? undefined : { kind: 'hourly', minute: at };
}

function timeOf(hour: string, minute: string): string | undefined {
  const [hours, minutes] = [numberIn(hour, 0, 23), numberIn(minute, 0, 59)];
  if (hours === undefined || minutes === undefined) return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function numberIn(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}
