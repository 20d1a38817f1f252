"""Long work, done in a separate process: its progress, its end, and who may see it.

    @work("labo.bataille", title=_("Simulation"), result_page=result_page)
    def simulate(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
        for done in range(arguments["matches"]):
            progress.update(done, arguments["matches"])
        return {"wins": 12}

    owner = page_owner(request)
    job = services.start(kind="labo.bataille", arguments={"matches": 10_000}, by=owner)
    response = redirect("jobs:job", job.pk)
    keep(response, owner)

If the jobs of a kind serve everybody who may see their subject, the kind has `rights`, and its
jobs are started by `find_or_start`. Every kind has `about`, which returns the page that its jobs
lead back to.

Work that becomes due by itself (webhooks) is a `registry.due_work`, which the worker calls on a
separate thread when something is due: whoever makes it so schedules it (`due.schedule`).

To register a kind, import its module in the app's `ready`. Arguments and result are JSON. All
writes of a work are in one transaction. The queue and its worker are those of django-tasks.
"""
