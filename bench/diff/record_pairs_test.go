package checker_test

// Runs in a copy of oasdiff, next to its own tests: writes each pair of documents that a test compares to PAIRS_FILE,
// with every change that all checks of oasdiff find in it.

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"
)

type recordedChange struct {
	Id        string   `json:"id"`
	Level     string   `json:"level"`
	Operation string   `json:"operation"`
	Path      string   `json:"path"`
	Args      []string `json:"args"`
	Text      string   `json:"text"`
}

type recordedPair struct {
	Test    string           `json:"test"`
	Old     json.RawMessage  `json:"old"`
	Now     json.RawMessage  `json:"now"`
	Changes []recordedChange `json:"changes"`
	Failure string           `json:"failure,omitempty"`
}

func TestMain(m *testing.M) {
	pairs := []*recordedPair{}
	known := map[string]bool{}
	diff.BeforeComparison = func(s1, s2 *load.SpecInfo) {
		// Tests change documents in memory, so they are written as they are compared.
		old, oldErr := json.Marshal(s1.Spec)
		now, nowErr := json.Marshal(s2.Spec)
		key := string(old) + string(now)
		if oldErr != nil || nowErr != nil || known[key] {
			return
		}
		known[key] = true
		pairs = append(pairs, &recordedPair{Test: runningTest(), Old: old, Now: now, Changes: []recordedChange{}})
	}
	// A test that fails has still compared its pair.
	m.Run()
	diff.BeforeComparison = nil
	for _, pair := range pairs {
		if err := judge(pair); err != nil {
			pair.Failure = err.Error()
		}
	}
	text, err := json.Marshal(pairs)
	if err == nil {
		err = os.WriteFile(os.Getenv("PAIRS_FILE"), text, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func runningTest() string {
	callers := make([]uintptr, 50)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	name := ""
	for {
		frame, more := frames.Next()
		function := frame.Function[strings.LastIndex(frame.Function, "/")+1:]
		if test, found := strings.CutPrefix(function, "checker_test.Test"); found && !strings.HasPrefix(test, "Main") {
			name = "Test" + strings.Split(test, ".")[0]
		}
		if !more {
			return name
		}
	}
}

func judge(pair *recordedPair) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	old, err := load.NewSpecInfoFromData(openapi3.NewLoader(), pair.Old, "old.json")
	if err != nil {
		return err
	}
	now, err := load.NewSpecInfoFromData(openapi3.NewLoader(), pair.Now, "now.json")
	if err != nil {
		return err
	}
	report, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), old, now)
	if err != nil {
		return err
	}
	localizer := checker.NewDefaultLocalizer()
	for _, change := range checker.CheckBackwardCompatibilityUntilLevel(allChecksConfig(), report, sources, checker.INFO) {
		args := []string{}
		for _, arg := range change.GetArgs() {
			args = append(args, fmt.Sprint(arg))
		}
		pair.Changes = append(pair.Changes, recordedChange{
			Id:        change.GetId(),
			Level:     change.GetLevel().String(),
			Operation: change.GetOperation(),
			Path:      change.GetPath(),
			Args:      args,
			Text:      change.GetUncolorizedText(localizer),
		})
	}
	return nil
}
