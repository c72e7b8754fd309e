/**
 * What a browser can do at best with as many cells: rows of plain elements, made and removed as they
 * come and go, by nobody's library. Scrolled like the grid, it says what the machine allows.
 */
export const bareList = `<!doctype html>
<style>
  body { margin: 0; font: 13px sans-serif; }
  [role='grid'] { position: relative; width: 1180px; height: 780px; overflow: auto; contain: strict; }
  .row {
    position: absolute; display: grid; width: 1180px; height: 30px; contain: strict;
    grid-template-columns: 58px 90px 120px 150px 100px 220px 90px 260px;
  }
  .cell {
    overflow: hidden; padding: 0 8px; border: solid #ddd; border-width: 0 1px 1px 0;
    line-height: 29px; white-space: nowrap;
  }
</style>
<div role="grid"><div style="height: 15000000px"></div></div>
<script>
  const grid = document.querySelector('[role=grid]');
  const drawn = new Map();
  function draw() {
    const first = Math.max(0, Math.floor(grid.scrollTop / 30) - 4);
    const last = first + 34;
    for (const [place, row] of drawn) {
      if (place >= first && place <= last) continue;
      row.remove();
      drawn.delete(place);
    }
    for (let place = first; place <= last; place += 1) {
      if (!drawn.has(place)) drawn.set(place, grid.appendChild(makeRow(place)));
    }
  }
  function makeRow(n) {
    const row = document.createElement('div');
    row.className = 'row';
    row.style.top = n * 30 + 'px';
    const data = '{"n": ' + n + ', "tag": "tag ' + (n % 50) + '"}';
    for (const text of ['', n, n % 5000, 'item ' + n, n / 100, '2024-01-01 00:00:00', n % 3 === 0, data]) {
      const cell = document.createElement('div');
      cell.className = 'cell';
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  }
  grid.addEventListener('scroll', draw);
  draw();
</script>`;
