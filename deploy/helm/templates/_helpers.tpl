{{- define "svc.labels" -}}
app.kubernetes.io/name: svc
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "svc.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "svc.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
{{- end }}

{{/* The settings of a process: the secret ones are files. */}}
{{- define "svc.environment" -}}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- range .Values.secretSettings }}
- { name: {{ . }}_FILE, value: /run/secrets/svc/{{ . }} }
{{- end }}
{{- end }}

{{- define "svc.mounts" -}}
- { name: secrets, mountPath: /run/secrets/svc, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "svc.volumes" -}}
- name: secrets
  secret: { secretName: {{ .Values.secretName }}, defaultMode: 0440 }
- name: tmp
  emptyDir: {}
{{- end }}

{{- define "svc.pullSecrets" -}}
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Pods of a role prefer different nodes. */}}
{{- define "svc.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "svc.labels" . | nindent 8 }}
{{- end }}
